// Plain JavaScript, because an older Node cannot even parse the other scripts. When npm fails to install Node 24, an
// older Node runs silently; this prints what to do.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Savepoint runs on Node 24, and this is Node ${process.versions.node}. ` +
      'Node 24 comes with `npm ci` (without --omit=optional); run that, then start again.',
  )
  process.exit(1)
}
