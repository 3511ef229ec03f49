from endpoint import listening, receiver
from flask import Flask, Response, request
from werkzeug.serving import make_server

app = Flask(__name__)


@app.route("/hooks/<path:_>", methods=["GET", "POST"])
def receive(_: str) -> Response:
    answer = receiver.answer(request.method, request.url, request.headers, request.get_data())
    return Response(answer.text, answer.status, content_type="text/plain")


server = make_server("127.0.0.1", 0, app)
listening(server.server_port)
server.serve_forever()
