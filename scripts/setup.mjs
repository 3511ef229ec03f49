/**
 * Installs what `npm start` and `npm test` need and the machine lacks: the dependencies, and a Java runtime for DynamoDB
 * Local; with `--chromium` also a browser. Makes the files that git ignores and the code imports. Prints nothing when
 * nothing is missing. Runs on Node.js 20 and later, before the project's own Node.js is installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const lockFile = path.join(root, 'package-lock.json');
const installed = path.join(root, 'node_modules/.package-lock.json');
const stamp = path.join(root, 'node_modules/.cache/swift-worker/installed');
const generatedStamp = path.join(root, 'node_modules/.cache/swift-worker/generated');
const oldestJava = 11;
const neededNode = 24;
/** Where the scripts of package.json find `node`. */
const scriptsPath = [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);

/** Ends the set-up with a message. */
const giveUp = (sentence) => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

const inSeconds = (task, work) => {
  process.stdout.write(`${task} …\n`);
  const started = Date.now();
  work();
  process.stdout.write(`${task}: done in ${Math.ceil((Date.now() - started) / 1000)} s\n`);
};

const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');

const writeStamp = () => {
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, lockHash());
};

const dependenciesAreThere = () => {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()) return true;
  // The dependencies were installed by hand, after the last change of the lock file.
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lockFile).mtimeMs) return false;
  writeStamp();
  return true;
};

// Installs the versions of the lock file, as `npm ci` does, and keeps what node_modules already has. npm's warnings are
// about its own Node.js, not the one that is installed here.
const installCommand = ['install', '--no-save', '--loglevel=error'];

const installDependencies = () => {
  const npm = process.env.npm_execpath;
  const options = { cwd: root, stdio: 'inherit' };
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...installCommand], options)
    : spawnSync('npm', installCommand, options);
  if (status !== 0) giveUp('The dependencies could not be installed: see the output of npm above.');
  const { stdout } = spawnSync('node', ['--version'], { encoding: 'utf8', env: { ...process.env, PATH: scriptsPath } });
  const [, major = '0'] = /^v(\d+)/.exec(stdout ?? '') ?? [];
  if (Number(major) < neededNode) {
    giveUp(
      `Node.js ${neededNode} is needed. The lock file has it for Linux on x64 and arm64; elsewhere install it, and put it first on the PATH.`,
    );
  }
  // 61 MB of headers of Node.js are for native modules that are compiled here: there are none.
  const headers = `node_modules/node-${process.platform}-${process.arch}/include`;
  rmSync(path.join(root, headers), { recursive: true, force: true });
  writeStamp();
};

/** The major version; 0 when there is no such command. */
const versionOf = (java) => {
  const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  const [, first = '0', second = '0'] = /version "(\d+)(?:\.(\d+))?/.exec(stderr ?? '') ?? [];
  return Number(first === '1' ? second : first);
};

/** The newest version that DynamoDB Local can find: JAVA_HOME's, or the one on the path. */
const javaVersion = () => {
  const { JAVA_HOME: home } = process.env;
  return Math.max(home ? versionOf(path.join(home, 'bin', 'java')) : 0, versionOf('java'));
};

const isDebian = existsSync('/etc/debian_version');
const installOf = (name) => `apt-get install --yes --no-install-recommends ${name}`;

/**
 * Installs a Debian package, if this process is root on Debian.
 * @returns {string | undefined} the error of the command that failed
 */
const installFromDebian = (task, name) => {
  if (!isDebian || process.getuid?.() !== 0) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  let failure;
  inSeconds(task, () => {
    for (const command of ['apt-get update', installOf(name)]) {
      const [program, ...args] = command.split(' ');
      const { status, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
      if (status === 0) continue;
      failure = `${command} failed:\n${stderr ?? ''}`;
      return;
    }
  });
  return failure;
};

const java = 'default-jre-headless';

const howToInstallJava = () => {
  if (isDebian) return `Install one: sudo ${installOf(java)}`;
  if (process.platform === 'darwin') return 'Install one: brew install openjdk, and set JAVA_HOME to it';
  return 'Install one from https://adoptium.net, and set JAVA_HOME to it';
};

const setUpJava = () => {
  if (javaVersion() >= oldestJava) return;
  const failure = installFromDebian('Installing a Java runtime for DynamoDB Local', java);
  if (failure !== undefined) giveUp(failure);
  const found = javaVersion();
  if (found >= oldestJava) return;
  const instead = found === 0 ? 'there is none' : `the newest here is ${found}`;
  giveUp(`DynamoDB Local needs a Java runtime, version ${oldestJava} or newer, and ${instead}. ${howToInstallJava()}`);
};

// Chromium without windows needs half the processor time of Chromium. The variable `CHROMIUM` may name another browser.
const headlessShell = 'chromium-headless-shell';
const isThere = (name) => existsSync(`/usr/bin/${name}`);

const setUpChromium = () => {
  if (process.env.CHROMIUM || isThere(headlessShell)) return;
  const failure = installFromDebian('Installing Chromium', headlessShell);
  if (isThere(headlessShell) || isThere('chromium')) return;
  if (failure !== undefined) giveUp(failure);
  const how = isDebian ? `install it (sudo ${installOf(headlessShell)})` : 'install it';
  giveUp(`The proofs of pages need Chromium: ${how}, or name one in CHROMIUM.`);
};

/** A digest of the sources, and of the files that are made from them: when one differs, they are made again. */
const sourcesHash = () => {
  const hash = createHash('sha256');
  for (const folder of ['docs', 'lambdas', 'packages', 'portal/src', 'tools']) {
    for (const name of readdirSync(path.join(root, folder), { recursive: true }).toSorted()) {
      if (!/\.(?:ts|py|json)$/.test(name) || name.includes('node_modules')) continue;
      hash.update(`${folder}/${name}\n`).update(readFileSync(path.join(root, folder, name)));
    }
  }
  return hash.digest('hex');
};

const generate = () => {
  const command = [path.join(root, 'tools/generate.ts'), '--built'];
  const { status, stderr } = spawnSync('node', command, {
    encoding: 'utf8',
    env: { ...process.env, PATH: scriptsPath },
  });
  if (status !== 0) giveUp(`The files that are generated from the code could not be made:\n${stderr}`);
  mkdirSync(path.dirname(generatedStamp), { recursive: true });
  writeFileSync(generatedStamp, sourcesHash());
};

const generatedFilesAreThere = () =>
  existsSync(generatedStamp) && readFileSync(generatedStamp, 'utf8') === sourcesHash();

const generateWhatIsBehind = () => {
  if (!generatedFilesAreThere()) inSeconds('Generating files from the code', generate);
};

// npm runs this with `--generate` after each installation.
if (process.argv.includes('--generate')) {
  generateWhatIsBehind();
} else {
  if (!dependenciesAreThere()) inSeconds('Installing the dependencies', installDependencies);
  generateWhatIsBehind();
  setUpJava();
  if (process.argv.includes('--chromium')) setUpChromium();
}
