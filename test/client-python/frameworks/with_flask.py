from endpoint import answer, listening
from flask import Flask, request
from werkzeug.serving import make_server

app = Flask(__name__)


@app.post("/<path:_>")
def receive(_: str) -> tuple[str, int]:
    status, text = answer(request.headers, request.get_data(), request.url)
    return text, status


server = make_server("127.0.0.1", 0, app)
listening(server.server_port)
server.serve_forever()
