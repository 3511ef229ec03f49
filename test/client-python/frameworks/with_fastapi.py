import socket

import uvicorn
from endpoint import answer, listening
from fastapi import FastAPI, Request, Response

app = FastAPI()


@app.post("/{_:path}")
async def receive(request: Request) -> Response:
    status, text = answer(request.headers, await request.body(), str(request.url))
    return Response(text, status)


with socket.create_server(("127.0.0.1", 0)) as server:
    listening(server.getsockname()[1])
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run([server])
