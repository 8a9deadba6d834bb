import { type KeyInput, launch } from 'puppeteer-core'
import { HEIGHT, type OtherBrowser } from './other-browser.ts'

/** Opens Firefox through WebDriver BiDi, which it speaks itself. */
export async function openFirefox(executablePath: string, baseURL: string): Promise<OtherBrowser> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // Scroll bars take their space, as on a desktop with a mouse.
    extraPrefsFirefox: { 'widget.gtk.overlay-scrollbars.enabled': false, 'ui.useOverlayScrollbars': 0 },
  })
  const [page = await browser.newPage()] = await browser.pages()
  let complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return {
    async open(address) {
      // What the last document still says while it goes does not count for the next one.
      await page.goto('about:blank')
      complaints = []
      await page.goto(new URL(address, baseURL).href)
    },
    resize: (width) => page.setViewport({ width, height: HEIGHT }).catch(ignoreOrientation),
    run: (script, ...args) => page.evaluate(script as (...args: unknown[]) => unknown, ...args) as never,
    click: (selector) => page.click(selector),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key as KeyInput),
    complaints: async () => complaints,
    close: () => browser.close(),
  }
}

/** Puppeteer also sets the orientation of the screen, a command that Firefox 140 does not have. */
function ignoreOrientation(error: Error): void {
  if (!error.message.includes('emulation.setScreenOrientationOverride')) throw error
}
