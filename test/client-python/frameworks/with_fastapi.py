import socket

import uvicorn
from endpoint import listening, receiver
from fastapi import FastAPI

app = FastAPI()
app.mount("/hooks", receiver.asgi)

with socket.create_server(("127.0.0.1", 0)) as server:
    listening(server.getsockname()[1])
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run([server])
