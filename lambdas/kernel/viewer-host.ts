/** The header in which CloudFront tells the host that the caller named. It replaces one that was sent. */
export const viewerHostHeader = 'x-viewer-host';
