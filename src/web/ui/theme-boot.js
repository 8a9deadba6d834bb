// Runs before the first paint, from a file of its own (no inline scripts). Pages are the same for everybody, so that they
// can be cached: what differs comes from cookies here. A member's page carries the member's own theme already.
{
  const root = document.documentElement
  const theme = /(?:^|; )theme=(dark|light|system)(?:;|$)/.exec(document.cookie)
  if (theme && root.dataset.themeOf !== 'member') root.dataset.theme = theme[1]
  if (/(?:^|; )beta=closed(?:;|$)/.test(document.cookie)) root.dataset.beta = 'closed'
}
