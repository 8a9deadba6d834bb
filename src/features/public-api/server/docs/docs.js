// Adds a button to each block of code that copies it. Its words come from the page.
const { copy, copied } = document.currentScript.dataset
for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = copy
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent)
    button.textContent = copied
    setTimeout(() => {
      button.textContent = copy
    }, 2000)
  })
  const frame = document.createElement('div')
  frame.className = 'code'
  block.replaceWith(frame)
  frame.append(block, button)
}
