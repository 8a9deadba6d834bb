/**
 * Lets Ctrl or Cmd with Enter press the button that sends the form with the focus (R-AUTH-16). Without a focus it is the only
 * form of the page that is sent by POST. Returns a function that ends this.
 */
export function connectFormKeys(): () => void {
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || event.isComposing) return
  const { target } = event
  const form = target === document.body ? onlyPostForm() : target instanceof Element && target.closest('form')
  const button = form && [...form.elements].find((one) => one instanceof HTMLButtonElement && one.type === 'submit')
  if (!form || !(button instanceof HTMLButtonElement)) return
  event.preventDefault()
  if (!button.disabled) form.requestSubmit(button)
}

function onlyPostForm(): HTMLFormElement | null {
  const [form, ...others] = [...document.forms].filter(({ method }) => method === 'post')
  return form && others.length === 0 ? form : null
}
