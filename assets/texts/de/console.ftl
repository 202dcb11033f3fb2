## The console

console-welcome = Rondel, Schach zu dritt auf dem runden Brett. Probier: @ann /spielen, @ben /beitreten, @cy /beitreten, @ann /hilfe
console-editing = Tab vervollständigt, die Pfeiltasten holen frühere Zeilen zurück, Strg-D beendet.
console-interrupted = Strg-D beendet. Deine Partien bleiben erhalten.
console-prompt-nobody = #{ $channel }
console-prompt = @{ $name } in #{ $channel }
console-prompt-turn = @{ $name } in #{ $channel }, { $army } am Zug
console-prompt-own = @{ $name } in #{ $channel }, du bist am Zug mit { $army }
