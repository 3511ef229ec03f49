/** The versions of the generators and compilers that made, compiled and ran the clients of the page for partners. */
export const tried = {
  openApiTypescript: '7.13.0',
  openApiFetch: '0.17.0',
  typescript: '5.9.3',
  openApiPythonClient: '0.29.1',
  mypy: '2.4',
  oapiCodegen: '2.8.2',
  openApiGenerator: '7.26.0',
  go: '1.26',
  java: '17',
  mono: '6.8',
};
