import type { Meaning } from '../../../mapping.rules.ts'
import { plainWords } from '../../../mapping.rules.ts'
import type { ColumnUse } from '../records/columns.ts'
import { addTags, idOf } from '../records/draft.ts'
import { flagIn } from '../records/numbers.ts'
import type { RowDraft, TableFormat } from '../records/table-format.ts'

/** The columns in the order of the exporter. Most can be turned off. Their names are in the language of the member. */
const COLUMNS: readonly (readonly [use: ColumnUse | 'hidden' | 'game id' | 'plugin', names: readonly string[]])[] = [
  ['title', ['name', 'nom', 'nombre', 'nome']],
  ['fact', ['sorting name', 'sortiername']],
  ['fact', ['age rating', 'altersfreigabe']],
  ['tags', ['categories', 'kategorien', 'catégories', 'categorías', 'categorie']],
  ['fact', ['description', 'beschreibung', 'descripción', 'descrizione']],
  ['fact', ['developers', 'entwickler', 'développeurs', 'desarrolladores', 'sviluppatori']],
  ['fact', ['publishers', 'publisher', 'éditeurs', 'distribuidores', 'editori']],
  ['liked', ['favorite', 'favorit', 'favori', 'favorito', 'preferito']],
  ['hidden', ['hidden', 'versteckt', 'masqué', 'oculto', 'nascosto']],
  ['fact', ['features', 'funktionen', 'fonctionnalités', 'características']],
  ['game id', ['game id', 'spiel id', 'id du jeu', 'id del juego']],
  ['fact', ['genres', 'géneros', 'generi']],
  ['fact', ['install dir', 'installation folder', 'installationsordner']],
  ['fact', ['install size', 'installationsgröße']],
  ['fact', ['is installed', 'installed', 'ist installiert', 'installiert', 'installé', 'instalado']],
  [
    'release',
    [
      'release date',
      'release date date',
      'erscheinungsdatum',
      'date de sortie',
      'fecha de lanzamiento',
      'data di uscita',
    ],
  ],
  ['added', ['added', 'date added', 'hinzugefügt', 'ajouté', 'añadido', 'aggiunto']],
  ['last_played', ['last activity', 'last played', 'zuletzt gespielt', 'dernière session', 'última sesión']],
  ['fact', ['modified', 'date modified', 'geändert', 'modifié', 'modificado']],
  ['fact', ['recent activity', 'letzte aktivität']],
  ['fact', ['roms']],
  [
    'status',
    ['completion status', 'abschlussstatus', 'fortschritt', 'statut de progression', 'estado de finalización'],
  ],
  ['fact', ['links']],
  ['fact', ['manual', 'handbuch']],
  ['notes', ['notes', 'notizen', 'notas', 'note']],
  ['platform', ['platforms', 'platform', 'plattformen', 'plattform', 'plateformes', 'plataformas', 'piattaforme']],
  ['fact', ['play count', 'anzahl gespielt', 'nombre de parties']],
  ['hours', ['time played', 'playtime', 'spielzeit', 'temps de jeu', 'tiempo de juego', 'tempo di gioco']],
  ['plugin', ['pluginid']],
  ['store', ['source', 'sources', 'quelle', 'quellen', 'origen', 'fuente', 'fonte']],
  ['fact', ['regions', 'regionen', 'régions']],
  ['fact', ['series', 'serien', 'séries']],
  ['tags', ['tags', 'schlagwörter', 'étiquettes', 'etiquetas']],
  ['fact', ['community score', 'communitybewertung']],
  ['fact', ['critic score', 'kritikerbewertung']],
  ['rating', ['user score', 'benutzerwertung', 'eigene bewertung', 'note de l utilisateur', 'puntuación del usuario']],
  ['fact', ['version']],
  ['fact', ['id']],
]

/** The library of Playnite that holds games of Steam; its game ids are Steam's. */
const STEAM_LIBRARY = 'cb91dfc9-b977-43bf-8e70-55f46e410fab'

/** Elsewhere a played game is a finished one. */
const STATUSES: Readonly<Record<string, Meaning>> = { played: 'paused', gespielt: 'paused' }

const PLAYNITE: TableFormat = {
  preset: 'playnite',
  signature: [],
  columns: {},
  statuses: STATUSES,
  writing: { ratingMax: 100, hoursUnit: 'seconds' },
  // The member chooses the separator of lists.
  separator: /[;|,]/,
}

/** The names without spaces: the JSON of its scripts has 'CompletionStatus'. */
const BARE_NAMES = COLUMNS.map(([, names]) => new Set(names.map((name) => name.replaceAll(' ', ''))))
const bareNameOf = (name: string): string => plainWords(name).replaceAll(' ', '')

const isNeverTranslated = (header: readonly string[]) =>
  ['Roms', 'PluginId', 'Id'].filter((name) => header.includes(name))

/**
 * Returns whether a header is of the exporter of Playnite. Three names are never translated; a header without them is
 * recognised by the columns that are on by default, in a known language.
 */
export function isPlaynite(header: readonly string[]): boolean {
  if (header.includes('PluginId') || isNeverTranslated(header).length >= 2) return true
  const names = header.map(bareNameOf)
  const has = (place: number) => names.some((name) => BARE_NAMES[place]?.has(name))
  return [DEVELOPERS, PUBLISHERS, INSTALLED, PLATFORMS, SOURCE].every(has) && has(0)
}
const [DEVELOPERS, PUBLISHERS, INSTALLED, PLATFORMS, SOURCE] = [5, 6, 14, 25, 29] as const

/** Returns the format for a header: by place if all columns are there, else by the names in the known languages. */
export function playniteOf(header: readonly string[]): TableFormat {
  const isWhole = header.length === COLUMNS.length
  const places = header.map((name) => BARE_NAMES.findIndex((names) => names.has(bareNameOf(name))))
  // In JSON other keys may come before it; in a table it is the first column in any language.
  const titleAt = Math.max(places.indexOf(0), 0)
  const uses = places.map((place, at) => (isWhole ? COLUMNS[at]?.[0] : at === titleAt ? 'title' : COLUMNS[place]?.[0]))
  const nameOf = (use: string) => header[uses.indexOf(use as ColumnUse)]?.trim().toLowerCase() ?? ''
  const special = { hidden: nameOf('hidden'), gameId: nameOf('game id'), plugin: nameOf('plugin') }
  const columns = header.flatMap((name, at) => {
    const use = uses[at]
    const isSpecial = use === 'hidden' || use === 'game id' || use === 'plugin'
    return use ? [[name.trim().toLowerCase(), isSpecial ? ('own' as const) : use]] : []
  })
  return { ...PLAYNITE, columns: Object.fromEntries(columns), complete: (draft) => complete(draft, special) }
}

function complete(draft: RowDraft, names: { hidden: string; gameId: string; plugin: string }): void {
  const { record, cell } = draft
  if (flagIn(cell(names.hidden)) === true) addTags(record, ['Hidden'])
  if (cell(names.plugin).toLowerCase() !== STEAM_LIBRARY) return
  const id = idOf(record, 'Game Id', cell(names.gameId))
  if (id !== null) record.ids.steam = id
}
