import nodeModule from 'node:module'
import { dirname, join } from 'node:path'

// Every way in which npm can fail to bring Node 24 is a silent older Node: say it here, before anything else loads.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Savepoint runs on Node 24, and this is Node ${process.versions.node}. Run \`npm ci\` (without --omit=optional), then \`npm start\`.`,
  )
  process.exit(1)
}

// React picks its build by this, and the authentication library omits checks under 'test'. So it does not depend on the
// shell, and it stands before the first import of either.
process.env.NODE_ENV = process.argv.includes('--dev') ? 'development' : 'production'

// A later start reads compiled code from here. Where the folder cannot be written, Node goes on without it.
const packageFile = nodeModule.findPackageJSON('..', import.meta.url) as string
nodeModule.enableCompileCache(join(dirname(packageFile), 'node_modules/.cache/savepoint'))

const { run } = await import('./app/server.ts')
await run(process.argv.slice(2))
