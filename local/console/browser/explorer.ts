/** https://github.com/scalar/scalar/blob/main/documentation/configuration.md */
declare const Scalar: { createApiReference(element: Element, configuration: object): unknown };

const reference = document.querySelector<HTMLElement>('#reference');
if (reference !== null) {
  const { document: byRoute, wire, apikey, key, member } = reference.dataset;
  Scalar.createApiReference(reference, {
    sources: [
      { title: 'One operation per route', slug: 'routes', url: byRoute, default: true },
      { title: 'As sent over HTTP: one path', slug: 'wire', url: wire },
    ],
    authentication: {
      preferredSecurityScheme: [['apikey', 'partnerKey']],
      securitySchemes: {
        apikey: { value: apikey },
        partnerKey: { token: key },
        memberToken: { token: member },
      },
    },
    // No requests to the vendor.
    telemetry: false,
    withDefaultFonts: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    persistAuth: false,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  });
}
