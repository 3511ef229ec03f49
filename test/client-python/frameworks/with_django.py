from wsgiref.simple_server import make_server

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import re_path
from django.views.decorators.csrf import csrf_exempt
from endpoint import answer, listening

settings.configure(ROOT_URLCONF=__name__, SECRET_KEY="0" * 50, ALLOWED_HOSTS=["127.0.0.1"])


@csrf_exempt
def receive(request: HttpRequest) -> HttpResponse:
    status, text = answer(request.headers, request.body, request.build_absolute_uri())
    return HttpResponse(text, status=status)


urlpatterns = [re_path("", receive)]
app: WSGIHandler = get_wsgi_application()
with make_server("127.0.0.1", 0, app) as server:
    listening(server.server_port)
    server.serve_forever()
