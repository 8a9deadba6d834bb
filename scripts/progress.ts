import { Presets, SingleBar } from 'cli-progress'

const LINE_EVERY_MS = 5000

/** Shows a bar on a terminal, otherwise a line every five seconds; both on standard error. */
export function showProgress(): { at: (done: number, of: number, text: string) => void; end: () => void } {
  let bar: SingleBar | null = null
  let lastLine = performance.now()
  return {
    at(done, of, text) {
      if (process.stderr.isTTY) {
        if (!bar) {
          bar = new SingleBar(
            { format: '{bar} {percentage}% {text}', stream: process.stderr, hideCursor: true },
            Presets.shades_classic,
          )
          bar.start(of, done, { text })
        }
        bar.setTotal(of)
        bar.update(done, { text })
        return
      }
      if (performance.now() - lastLine < LINE_EVERY_MS) return
      lastLine = performance.now()
      console.error(`${Math.floor((100 * done) / of)}% ${text}`)
    },
    end() {
      bar?.stop()
      bar = null
    },
  }
}
