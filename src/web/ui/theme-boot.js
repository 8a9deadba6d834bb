// Runs before the first paint, from a file of its own (no inline scripts). Pages are the same for every theme, so that
// they can be cached: the theme comes from the cookie here.
{
  const theme = /(?:^|; )theme=(dark|light|system)(?:;|$)/.exec(document.cookie)
  if (theme) document.documentElement.dataset.theme = theme[1]
}
