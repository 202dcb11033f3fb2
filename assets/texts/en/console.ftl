## The console

console-welcome = Rondel, three-player chess on the round board. Try: @ann /play, @ben /join, @cy /join, @ann /help
console-editing = Tab completes, the arrow keys bring earlier lines back, Control-D ends it.
console-interrupted = Control-D ends it. Matches stay as they are.
console-prompt-nobody = #{ $channel }
console-prompt = @{ $name } in #{ $channel }
console-prompt-turn = @{ $name } in #{ $channel }, { $army } to move
console-prompt-own = @{ $name } in #{ $channel }, your move as { $army }
