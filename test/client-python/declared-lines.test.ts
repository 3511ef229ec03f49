import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { apiPage, readApiPage } from '../../tools/compatible/api-page.ts';
import { declarationsOf, declaredLines } from '../../tools/client-python/declared-lines.ts';
import { blocksOf, statementsOf } from '../../tools/client-python/python-lines.ts';

const linesOf = (text: string): readonly string[] => {
  const all = declarationsOf('m', blocksOf(statementsOf(text)));
  const inherited = (base: string) => all.find(({ name }) => name === base && name.startsWith('_'));
  const shown = all.filter(({ name }) => !name.startsWith('_'));
  return apiPage(shown.flatMap((one) => declaredLines(one, inherited)))
    .trim()
    .split('\n')
    .slice(1);
};

test('a function has its parameters, those by place with their place', () => {
  expect(
    linesOf(`
def f(
    a: str,  # a comment, with a bracket (
    *,
    b: list[Literal["x", "y(|"]] | None = None,
    on: Callable[[A, int], object] | None = None,
) -> Iterator[A]:
    """A docstring

    def g() -> None: of several lines."""
    def inner() -> None:
        pass
    return h("""
text""")
async def g() -> None: ...
`),
  ).toEqual([
    ...['m/f: function', 'm/f(1 a): str', 'm/f(b)?: list | None', 'm/f(b)[]: "x" | "y(|"', 'm/f(on)?: Callable | None'],
    ...['m/f(on)(1): A', 'm/f(on)(2): int', 'm/f(on)(): object', 'm/f(): Iterator[A]'],
    ...['m/g: async function', 'm/g(): None'],
  ]);
});

test('a class has its public members, with those of a base that is not public', () => {
  expect(
    linesOf(`
class _Base(ABC):
    def of_base(self) -> int:
        return 1

class C(_Base, Other):
    """A docstring."""

    def __init__(self, a: str, *, b: int = 1) -> None:
        self.a = a
        self._hidden = b
        self.part = Part(1)

    @property
    def p(self) -> str: ...

    def _private(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __str__(self) -> str: ...
`),
  ).toEqual([
    ...[
      'm/C: class Other',
      'm/C.of_base: function',
      'm/C.of_base(): int',
      'm/C(1 a): str',
      'm/C(b)?: int',
      'm/C.a: str',
    ],
    ...['m/C.part: Part', 'm/C.p: str', 'm/C.__enter__: function', 'm/C.__enter__(): Self'],
  ]);
});

test('a dataclass and a TypedDict have their fields', () => {
  expect(
    linesOf(`
@dataclass(frozen=True)
class D:
    a: Literal[True] | None = None
    b: int
    """A docstring."""

class _RequiredT(TypedDict):
    a: str

class T(_RequiredT, total=False):
    b: dict[str, Any]
`),
  ).toEqual([
    'm/D: dataclass',
    'm/D.a?: True | None',
    'm/D.b: int',
    'm/T: TypedDict',
    'm/T.a: str',
    'm/T.b?: dict[str, Any]',
  ]);
});

test('a constant has its type or value, an alias what it stands for', () => {
  expect(
    linesOf('A = 3\nB: Final = x\nC = Union[\n    D,\n    E,\n]\nBody = TypeVar("Body")\n_hidden = 1\nF = G\n'),
  ).toEqual([...['m/A: 3', 'm/B: Final', 'm/C: D | E', 'm/F: G']]);
});

test('a definition without the type of its result is an error', () => {
  expect(() => linesOf('def f(a: str):\n    pass\n')).toThrow('not a definition with its types');
});

test('the page has every public name of every public module', async () => {
  const package_ = new URL('../../packages/client-python/', import.meta.url);
  const page = readApiPage(await readFile(new URL('api.txt', package_), 'utf8')).map(({ path }) => path);
  const folder = new URL('src/swift_worker/', package_);
  for (const file of (await readdir(folder)).filter((name) => /^[a-z]\w*\.py$/.test(name))) {
    const text = await readFile(new URL(file, folder), 'utf8');
    const names = Array.from(text.matchAll(/^(?:class|def|async def) ([A-Za-z]\w*)/gm), ([, name = '']) => name);
    expect(names.filter((name) => !page.includes(`${file.replace('.py', '')}/${name}`))).toEqual([]);
  }
  const methods = Array.from(
    (await readFile(new URL('_routes.py', folder), 'utf8')).matchAll(/^ {4}def ([a-z]\w*)/gm),
    ([, name = '']) => name,
  );
  expect(methods.length).toBeGreaterThan(60);
  expect(methods.filter((name) => !page.includes(`client/Client.${name}`))).toEqual([]);
});
