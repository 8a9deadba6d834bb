import { Kbd } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { KEYS_TEXTS } from './keys-dialog.texts.ts'

interface Shortcut {
  /** Alternatives; the keys of each are pressed together. */
  keys: readonly (readonly string[])[]
  does: string
}

/** Every shortcut of the app, by the area where it works. */
const GROUPS: readonly { area: string; shortcuts: readonly Shortcut[] }[] = [
  {
    area: 'Everywhere',
    shortcuts: [
      { keys: [['/'], ['Ctrl', 'K']], does: 'Search' },
      { keys: [['L']], does: 'Log a game' },
      { keys: [['?']], does: 'Show these shortcuts' },
      { keys: [['Esc']], does: KEYS_TEXTS.close },
      { keys: [['F8']], does: KEYS_TEXTS.toast },
    ],
  },
  {
    area: KEYS_TEXTS.games,
    shortcuts: [
      { keys: [['←'], ['→'], ['↑'], ['↓']], does: KEYS_TEXTS.nextGame },
      { keys: [['Home'], ['End']], does: KEYS_TEXTS.firstOrLastGame },
      { keys: [['Enter']], does: 'Open the game' },
      { keys: [['Tab']], does: KEYS_TEXTS.actions },
      { keys: [['Ctrl', 'A']], does: KEYS_TEXTS.selectAll },
    ],
  },
  {
    area: KEYS_TEXTS.choices,
    shortcuts: [{ keys: [['←'], ['→']], does: KEYS_TEXTS.otherChoice }],
  },
  {
    area: 'Writing',
    shortcuts: [
      { keys: [['Enter']], does: 'Send a message' },
      { keys: [['Shift', 'Enter']], does: KEYS_TEXTS.newLine },
      { keys: [['Ctrl', 'Enter']], does: KEYS_TEXTS.send },
    ],
  },
]

/** Lists the keyboard shortcuts. On a Mac the Command key replaces Ctrl. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
  return (
    <Dialog open={open} onOpenChange={(isOpen) => isOpen || onClose()} title="Keyboard shortcuts">
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
        {GROUPS.map(({ area, shortcuts }) => (
          <section key={area}>
            <h3 className="mb-1 text-13 font-[650] text-text-2">{area}</h3>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div key={does} className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1">
                  <dt>{does}</dt>
                  <dd className="flex flex-none flex-wrap justify-end gap-x-2 gap-y-1">
                    {keys.map((together) => (
                      <span key={together.join()} className="flex gap-1">
                        {together.map((key) => (
                          <Kbd key={key}>{key === 'Ctrl' && isMac ? '⌘' : key}</Kbd>
                        ))}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
