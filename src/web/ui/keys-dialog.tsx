import { Kbd } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Shortcut {
  /** Alternatives; the keys of each are pressed together. */
  keys: readonly (readonly string[])[]
  does: string
}

/** Every shortcut of the app, by the place where it works. */
const GROUPS: readonly { place: string; shortcuts: readonly Shortcut[] }[] = [
  {
    place: 'Everywhere',
    shortcuts: [
      { keys: [['/'], ['Ctrl', 'K']], does: 'Search' },
      { keys: [['L']], does: 'Log a game' },
      { keys: [['?']], does: 'Show these shortcuts' },
      { keys: [['Esc']], does: 'Close the open dialog or menu' },
    ],
  },
  {
    place: 'Grids and lists of games',
    shortcuts: [
      { keys: [['←'], ['→'], ['↑'], ['↓']], does: 'Go to the next game' },
      { keys: [['Home'], ['End']], does: 'Go to the first or last game' },
      { keys: [['Enter']], does: 'Open the game' },
      { keys: [['Tab']], does: 'Go to rating, status, heart and log' },
      { keys: [['Ctrl', 'A']], does: 'Select all, while you select games' },
    ],
  },
  {
    place: 'Stars, statuses, tabs and pictures',
    shortcuts: [{ keys: [['←'], ['→']], does: 'Choose the previous or next one' }],
  },
  {
    place: 'Writing',
    shortcuts: [
      { keys: [['Enter']], does: 'Send a message' },
      { keys: [['Shift', 'Enter']], does: 'Start a new line in a message' },
      { keys: [['Ctrl', 'Enter']], does: 'Post a comment, sign in' },
    ],
  },
]

/** Lists the keyboard shortcuts. On a Mac the Command key replaces Ctrl. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
  return (
    <Dialog open={open} onOpenChange={(isOpen) => isOpen || onClose()} title="Keyboard shortcuts">
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
        {GROUPS.map(({ place, shortcuts }) => (
          <section key={place}>
            <h3 className="mb-1 text-13 font-[650] text-text-2">{place}</h3>
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
