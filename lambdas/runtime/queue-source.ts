const lastOf = (text: string, separator: string): string => text.slice(text.lastIndexOf(separator) + 1);

/** Whether the ARN and the URL are of one queue: both end in its name. */
export const isQueue = (arn: string, url: string): boolean => lastOf(arn, ':') === lastOf(url, '/');
