// Every way in which npm can fail to bring Node 24 is a silent older Node: say it here, before anything else loads.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Savepoint runs on Node 24, and this is Node ${process.versions.node}. Run \`npm ci\` (without --omit=optional), then \`npm start\`.`,
  )
  process.exit(1)
}

// React picks its build by this, so it must stand before the first import of a page.
process.env.NODE_ENV ??= process.argv.includes('--dev') ? 'development' : 'production'

const { run } = await import('./app/server.ts')
await run(process.argv.slice(2))

export {}
