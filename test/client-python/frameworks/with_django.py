from wsgiref.simple_server import make_server

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import re_path
from django.views.decorators.csrf import csrf_exempt
from endpoint import listening, receiver

settings.configure(ROOT_URLCONF=__name__, SECRET_KEY="0" * 50, ALLOWED_HOSTS=["127.0.0.1"])


@csrf_exempt
def receive(request: HttpRequest) -> HttpResponse:
    answer = receiver.answer(request.method or "", request.build_absolute_uri(), request.headers, request.body)
    return HttpResponse(answer.text, status=answer.status, content_type="text/plain")


urlpatterns = [re_path("^hooks/", receive)]
app: WSGIHandler = get_wsgi_application()
with make_server("127.0.0.1", 0, app) as server:
    listening(server.server_port)
    server.serve_forever()
