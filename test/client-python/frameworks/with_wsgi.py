from wsgiref.simple_server import make_server

from endpoint import listening, receiver
from flask import Flask
from werkzeug.middleware.dispatcher import DispatcherMiddleware

with make_server("127.0.0.1", 0, DispatcherMiddleware(Flask(__name__), {"/hooks": receiver.wsgi})) as server:
    listening(server.server_port)
    server.serve_forever()
