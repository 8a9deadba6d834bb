import { Part } from './design-part.tsx'
import { Icon, type IconName } from './icon.tsx'
import { ICONS } from './icons.ts'
import { Logo, Wordmark } from './logo.tsx'

const INKS = [
  'bg',
  'surface',
  'surface-2',
  'surface-3',
  'line',
  'line-strong',
  'text',
  'text-2',
  'text-3',
  'accent',
  'want',
  'playing',
  'completed',
  'dropped',
  'good',
  'mid',
  'danger',
]

/** Design page: mark, colour, type, icons. */
export function DesignVoice() {
  return (
    <>
      <Part title="Logo">
        <div className="flex flex-wrap items-center gap-5">
          {[16, 24, 40, 64].map((size) => (
            <Logo key={size} size={size} />
          ))}
          <Logo size={40} outline />
          <Wordmark />
        </div>
      </Part>
      <Part title="Colour">
        <div className="flex flex-wrap gap-4">
          {INKS.map((name) => (
            <div key={name} className="w-23 text-12">
              <span
                className="mb-1.5 block h-13 rounded-control border border-line"
                style={{ background: `var(--${name})` }}
              />
              <b>{name}</b>
            </div>
          ))}
        </div>
      </Part>
      <Part title="Type">
        <div className="grid gap-3">
          <p className="game-title">Ghost of Yōtei</p>
          <p className="title text-40">Games</p>
          <p className="title text-28">Continue playing</p>
          <p className="game-name">Return of the Obra Dinn</p>
          <p className="prose">
            Reading text, 16 on 26. A murder mystery where the murderer matters less than who you sat down to eat with.
          </p>
          <p>
            Interface text, 14 on 21. <b>Strong 650.</b> <span className="text-text-3">Quiet.</span>{' '}
            <a className="linkish" href="#link">
              Read the rules
            </a>
          </p>
          <p className="fact num">Facts 12 · 24 Feb 2017 · 1,206h 05m</p>
        </div>
      </Part>
      <Part title="Icons">
        <ul className="flex flex-wrap gap-4">
          {Object.keys(ICONS).map((name) => (
            <li key={name} className="grid w-16 justify-items-center gap-1.5 text-11 text-text-2">
              <Icon name={name as IconName} size={20} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
    </>
  )
}
