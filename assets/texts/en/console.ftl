## The console

console-welcome = Rondel: chess for three on a round board. Try @ann /play, @ben /join, @cy /join, @ann /help
console-editing = Tab completes, the arrow keys recall earlier lines, and Control-D quits.
console-interrupted = Press Control-D to quit. Your matches are kept.
console-prompt-nobody = #{ $channel }
console-prompt = @{ $name } in #{ $channel }
console-prompt-turn = @{ $name } in #{ $channel }, { $army } to move
console-prompt-own = @{ $name } in #{ $channel }, your move as { $army }
