/** https://github.com/scalar/scalar/blob/main/documentation/configuration.md */
declare const Scalar: { createApiReference(element: Element, configuration: object): unknown };

const reference = document.querySelector<HTMLElement>('#reference');
if (reference !== null) {
  const { document: byRoute, wire, apikey, key, member } = reference.dataset;
  Scalar.createApiReference(reference, {
    sources: [
      { title: 'One operation a route', slug: 'routes', url: byRoute, default: true },
      { title: 'As it goes over the wire', slug: 'wire', url: wire },
    ],
    authentication: {
      preferredSecurityScheme: [['apikey', 'partnerKey']],
      securitySchemes: {
        apikey: { value: apikey },
        partnerKey: { token: key },
        memberToken: { token: member },
      },
    },
    // Nothing goes to its maker, and nothing comes from there.
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
