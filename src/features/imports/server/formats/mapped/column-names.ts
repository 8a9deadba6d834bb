import type { ImportField } from '../../../mapping.rules.ts'

/**
 * Names of columns in lower case and without punctuation, the most frequent first. Fields with clear names come first.
 */
export const COLUMN_NAMES: readonly (readonly [ImportField, readonly string[]])[] = [
  ['own_id', ['savepoint id']],
  ['igdb_id', ['igdb id', 'igdb', 'igdbid', 'id igdb']],
  ['steam_id', ['steam id', 'steam appid', 'steam app id', 'appid', 'app id', 'steamid']],
  ['rawg_id', ['rawg id', 'rawg']],
  ['igdb_slug', ['igdb slug', 'slug', 'igdb url', 'backloggd url']],
  [
    'last_played',
    ['last played', 'last played at', 'last activity', 'last session', 'zuletzt gespielt', 'dernière session'],
  ],
  [
    'started',
    ['start date', 'date started', 'started', 'started on', 'started at', 'start', 'begonnen', 'début', 'inicio'],
  ],
  [
    'finished',
    [
      'finish date',
      'completion date',
      'date finished',
      'date completed',
      'end date',
      'finished on',
      'completed on',
    ].concat([
      'finished',
      'completed',
      'beaten on',
      'date beaten',
      'finished at',
      'abgeschlossen',
      'beendet',
      'beendet am',
      'terminé',
      'fin',
    ]),
  ],
  [
    'acquired',
    ['acquisition date', 'purchase date', 'date acquired', 'acquired', 'bought', 'bought on', 'purchased', 'gekauft'],
  ],
  [
    'added',
    ['date added', 'added', 'added on', 'added at', 'created at', 'created', 'hinzugefügt', 'ajouté', 'añadido'],
  ],
  [
    'release',
    ['release date', 'release year', 'released', 'release', 'year', 'first release date', 'erscheinungsdatum'],
  ],
  [
    'title',
    ['title', 'name', 'game', 'game title', 'game name', 'titel', 'spiel', 'titre', 'nom', 'jeu', 'título', 'nombre'],
  ],
  [
    'platform',
    ['platform', 'platforms', 'system', 'console', 'device', 'plattform', 'plattformen', 'plateforme', 'plataforma'],
  ],
  ['level', ['completion level', 'finish level', 'level of completion']],
  [
    'status',
    [
      'status',
      'play status',
      'playstatus',
      'completion status',
      'progress status',
      'state',
      'shelf',
      'estado',
      'statut',
    ],
  ],
  [
    'rating',
    ['rating', 'my rating', 'personal rating', 'user rating', 'score', 'my score', 'user score', 'stars', 'bewertung'],
  ],
  [
    'hours',
    [
      'hours played',
      'hours',
      'playtime',
      'play time',
      'time played',
      'total hours',
      'total time',
      'time spent',
      'spielzeit',
    ].concat(['playtime minutes', 'minutes played', 'playtime seconds', 'minutes', 'temps de jeu', 'horas', 'stunden']),
  ],
  ['completion', ['completion percentage', 'completion', 'progress', 'percent', 'percentage', 'fortschritt']],
  ['liked', ['favorite', 'favourite', 'liked', 'loved', 'is loved', 'favorit', 'favori', 'favorito']],
  ['spoiler', ['review contains spoilers', 'contains spoilers', 'spoilers', 'spoiler']],
  ['review', ['review', 'review text', 'my review', 'rezension', 'critique', 'reseña']],
  ['notes', ['notes', 'note', 'comments', 'comment', 'my notes', 'notizen', 'kommentar', 'commentaire', 'notas']],
  ['replays', ['replay count', 'replays', 'times replayed']],
  ['replay', ['is replay', 'replay', 'replayed']],
  [
    'store',
    [
      'storefront',
      'store',
      'launcher',
      'shop',
      'source',
      'purchased from',
      'bought at',
      'quelle',
      'boutique',
      'tienda',
    ],
  ],
  ['edition', ['edition', 'version']],
  ['medium', ['medium', 'media', 'format', 'physical digital', 'digital physical', 'ownership type']],
  ['price', ['price paid', 'price', 'cost', 'amount paid', 'paid', 'preis', 'prix', 'precio']],
  ['tags', ['tags', 'tag', 'labels', 'categories', 'shelves', 'lists', 'collections', 'collection', 'kategorien']],
]
