import base64
import sys

from verify import is_hub_signed, is_signed

for line in sys.stdin.buffer:
    kind, now, keys, content, *fields = line.decode().rstrip("\n").split("\t")
    secrets = [base64.b64decode(key).decode() for key in keys.split(",")]
    body = base64.b64decode(content)
    headers = dict(field.split("=", 1) for field in fields)
    try:
        valid = is_hub_signed(headers, body, secrets) if kind == "hub" else is_signed(headers, body, secrets, int(now))
    except ValueError:
        valid = False
    print("accepted" if valid else "refused")
