// Runs before the first paint; each page contains it (decision 0095). Cached pages are the same for everybody, so this
// script applies the differences from cookies. A member's page contains the member's own theme already.
{
  const root = document.documentElement
  const theme = /(?:^|; )theme=(dark|light|system)(?:;|$)/.exec(document.cookie)
  if (theme && root.dataset.themeOf !== 'member') root.dataset.theme = theme[1]
  if (/(?:^|; )beta=closed(?:;|$)/.test(document.cookie)) root.dataset.beta = 'closed'
}

// A key of the search that is pressed before its code has arrived opens it then, with what was typed after it: search-opener.tsx takes
// it from here. A line feed is Enter. Pages without the link of the search have no palette.
{
  let typed = null
  const forget = () => {
    typed = null
  }
  const isField = ({ tagName, isContentEditable }) => isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName)
  const onKey = (event) => {
    // A browser that fills in a form sends events without a key.
    const { key = '', altKey, shiftKey, target } = event
    const isCommand = event.ctrlKey || event.metaKey
    const isK = key.toLowerCase() === 'k' && isCommand && !altKey && !shiftKey
    const isSlash = key === '/' && typed === null && !isCommand && !altKey && !isField(target)
    if (isK || isSlash) {
      if (!document.querySelector('.search-open')) return
      typed ??= ''
    } else if (typed === null || isCommand || altKey) return
    else if (key === 'Tab') return forget()
    else if (key === 'Escape') typed = null
    else if (key === 'Backspace') typed = typed.slice(0, -1)
    else if (key === 'Enter') typed += '\n'
    else if (key.length === 1) typed += key
    else return
    event.preventDefault()
  }
  addEventListener('keydown', onKey)
  addEventListener('pointerdown', forget)
  window.takeTypedSearch = () => {
    removeEventListener('keydown', onKey)
    removeEventListener('pointerdown', forget)
    const taken = typed
    typed = null
    return taken
  }
}
