// Plain JavaScript, because an older Node cannot even read the other scripts. Every way in which npm can fail to bring
// Node 24 along is a silent older Node; this says what to do.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Savepoint runs on Node 24, and this is Node ${process.versions.node}. ` +
      'Node 24 comes with `npm ci` (without --omit=optional); run that, then start again.',
  )
  process.exit(1)
}
