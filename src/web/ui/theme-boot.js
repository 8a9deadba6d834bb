// Runs before the first paint; each page contains it (decision 0095). Cached pages are the same for everybody, so this
// script applies the differences from cookies. A member's page contains the member's own theme already.
{
  const root = document.documentElement
  const theme = /(?:^|; )theme=(dark|light|system)(?:;|$)/.exec(document.cookie)
  if (theme && root.dataset.themeOf !== 'member') root.dataset.theme = theme[1]
  if (/(?:^|; )beta=closed(?:;|$)/.test(document.cookie)) root.dataset.beta = 'closed'
}
