/** An `AWS::ApiGatewayV2::Authorizer` of type REQUEST. */
export interface AuthorizerConfiguration {
  readonly id: string;
  readonly functionArn: string;
  readonly identitySources: readonly string[];
  readonly simpleResponses: boolean;
  /** 0: no answer is kept. */
  readonly ttlSeconds: number;
  readonly timeoutMilliseconds: number;
}

/** One `AWS::ApiGatewayV2::Route` with its Lambda integration. */
export interface Route {
  /** `ANY /path/{proxy+}` or `$default`. */
  readonly routeKey: string;
  readonly functionArn: string;
  readonly timeoutMilliseconds: number;
  /** Left out: everybody may call. */
  readonly authorizer?: AuthorizerConfiguration | undefined;
}

export interface MatchedRoute {
  readonly route: Route;
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface CompiledRoute {
  readonly route: Route;
  readonly method: string;
  readonly segments: readonly string[];
}

type Specificity = readonly number[];

interface Candidate extends MatchedRoute {
  readonly specificity: Specificity;
}

const isGreedy = (segment: string): boolean => segment.startsWith('{') && segment.endsWith('+}');
const isVariable = (segment: string): boolean => segment.startsWith('{') && segment.endsWith('}');
const split = (path: string): string[] => path.split('/').slice(1);

const compile = (route: Route): CompiledRoute => {
  const [method = '', path = ''] = route.routeKey.split(' ');
  return { route, method, segments: route.routeKey === '$default' ? [] : split(path) };
};

const matchPath = (pattern: readonly string[], path: readonly string[]): Omit<Candidate, 'route'> | undefined => {
  const pathParameters: Record<string, string> = {};
  const specificity: number[] = [];
  for (const [index, segment] of pattern.entries()) {
    const actual = path[index];
    if (actual === undefined) return undefined;
    if (isGreedy(segment)) {
      pathParameters[segment.slice(1, -2)] = path.slice(index).join('/');
      return { pathParameters, specificity: [...specificity, 0] };
    }
    if (isVariable(segment)) {
      if (actual === '') return undefined;
      pathParameters[segment.slice(1, -1)] = actual;
    } else if (segment !== actual) return undefined;
    specificity.push(isVariable(segment) ? 1 : 2);
  }
  return path.length === pattern.length ? { pathParameters, specificity } : undefined;
};

const compare = (left: Specificity, right: Specificity): number => {
  const length = Math.max(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (right[index] ?? 0) - (left[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

/**
 * Chooses the route of a request: the most specific path, its own method before `ANY`, and `$default` last.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html#http-api-develop-routes.evaluation
 */
export const createRouter = (
  routes: readonly Route[],
): ((method: string, path: string) => MatchedRoute | undefined) => {
  const compiled = routes.map(compile);
  const fallback = routes.find(({ routeKey }) => routeKey === '$default');
  return (method, path) => {
    const segments = split(path);
    const candidates = compiled.flatMap((entry): Candidate[] => {
      if (entry.method !== method && entry.method !== 'ANY') return [];
      const match = matchPath(entry.segments, segments);
      if (match === undefined) return [];
      const exactMethod = entry.method === 'ANY' ? 0 : 1;
      return [{ ...match, route: entry.route, specificity: [...match.specificity, exactMethod] }];
    });
    candidates.sort((left, right) => compare(left.specificity, right.specificity));
    return candidates[0] ?? (fallback === undefined ? undefined : { route: fallback, pathParameters: {} });
  };
};
