#!/usr/bin/env python3
"""Prints what each move of a game loses: analyze.py ENGINE MOVES

An example of how to talk to "kaeshi analyze" from Python: many queries go out at
once, and the answers come back in the order in which they are ready.
"""
import json
import subprocess
import sys

engine, moves = sys.argv[1], sys.argv[2].upper()
plies = [moves[i:i + 2] for i in range(0, len(moves), 2)]
queries = [{"id": str(n), "moves": "".join(plies[:n]), "level": 2} for n in range(len(plies) + 1)]
text = "".join(json.dumps(q) + "\n" for q in queries)
output = subprocess.run([engine, "analyze"], input=text, capture_output=True, text=True, check=True).stdout
answers = {a["id"]: a for a in map(json.loads, output.splitlines())}
for n, ply in enumerate(plies):
    before, after = answers[str(n)], answers[str(n + 1)]
    same_side = before["position"][-1] == after["position"][-1]
    value = after["score"] if same_side else -after["score"]
    print(f"ply {n + 1:2} {ply} {value:+6.2f} best {before['moves'][0]['move']} {before['score']:+6.2f}")
