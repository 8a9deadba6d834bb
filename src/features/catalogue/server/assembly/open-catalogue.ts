import { join } from 'node:path'
import type { Db } from '#db/db.ts'
import { announce, type Changes } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { FailureWatch } from '#server/failure-watch.ts'
import { createImages, type Images } from '#server/images.ts'
import type { Log } from '#server/log.ts'
import { isSignedImage, signedImageAddress } from '#server/signed-images.ts'
import { createSharedPictures } from '#server/storage/shared-pictures.ts'
import type { Storage } from '#server/storage/storage.ts'
import { tag } from '#server/tags.ts'
import type { UpstreamOptions } from '#server/upstream.ts'
import { sleep as realSleep, type Sleep } from '#server/upstream-exchange.ts'
import { igdbCoverAddress } from '../../catalogue.rules.ts'
import { cacheCards, type ReadCards } from '../caches/card-cache.ts'
import { type CatalogueCache, createCatalogueCache } from '../caches/catalogue-cache.ts'
import { cacheStoredCounts, type ReadStoredCounts } from '../caches/stored-counts-cache.ts'
import { createListEnds, type ListEnds } from '../lists/list-ends.ts'
import { cacheFacetCounts, type ReadFacetCounts } from '../search/facet-counts-cache.ts'
import { cacheKnownWords, type ReadWords } from '../search/known-words-cache.ts'
import { createLiveAnswers } from '../sources/live-answers/live-answers.ts'
import { createSourceDeadlines } from '../sources/live-answers/source-deadlines.ts'
import { type OpenSources, openSources } from '../sources/open-sources.ts'
import type { Source } from '../sources/source.ts'
import { type Bulk, createBulk } from '../validity-and-refresh/bulk.ts'
import type { LookUpDeps } from '../validity-and-refresh/look-up.ts'
import { createRefresher, type Refresher } from '../validity-and-refresh/refresher.ts'
import { createRelatedFetcher, type RelatedFetcher } from '../validity-and-refresh/related-fetcher.ts'
import { createViewCounter, type ViewCounter } from '../validity-and-refresh/view-counter.ts'

export interface CatalogueDeps extends LookUpDeps {
  /** The site's name, for pictures. */
  productName: string
  changes: Changes
  /** Whether the list of PC games is loaded beside the starter catalogue. */
  hasSteamList: boolean
  resultCache: CatalogueCache
  cards: ReadCards
  words: ReadWords
  facetCounts: ReadFacetCounts
  storedCounts: ReadStoredCounts
  ends: ListEnds
  images: Images
  /** Whether the server has signed the address of a picture at any host. */
  isSigned: (url: string, signature: string) => boolean
  /** Returns the address of our image service for an icon at any host; null while pictures are off. */
  signIcon: (url: string) => string | null
  /**
   * The configured sources with their clients, one of each so that each has one circuit breaker, and their state for
   * /api/health (G39).
   */
  opened: OpenSources
  views: ViewCounter
  refresher: Refresher
  related: RelatedFetcher
  bulk: Bulk
}

/** The dependencies that other features pass: their own `db`, which may be a transaction, and the catalogue. */
export interface WithCatalogue {
  db: Db
  catalogue: CatalogueDeps
}

/** Test doubles of the outside world. */
export interface CatalogueEdges {
  /** The live sources that are on, IGDB first; by default those of the settings. */
  sources?: readonly Source[]
  /** Options of the sources' HTTP clients. */
  upstream?: Partial<UpstreamOptions>
  sleep?: Sleep
  /** Receives the catalogue, so that a test can wait for its background work. */
  onOpen?: (catalogue: CatalogueDeps) => void
}

/** The width of an achievement's icon, for screens with two and a half pixels per point. */
const ICON_WIDTH = 128

/** A picture that has been at IGDB for years; it shows whether the host of the covers responds. */
const PROBE = new URL(igdbCoverAddress('co1r7f', 't_thumb'))

export function openCatalogue(
  deps: {
    db: Db
    clock: Clock
    log: Log
    config: Pick<
      Config,
      'productName' | 'dataDir' | 'images' | 'starter' | 'igdb' | 'rawg' | 'baseUrl' | 'sourceTimeoutMs' | 'secret'
    >
    changes: Changes
    failures?: Pick<FailureWatch, 'note'>
    storage?: Storage | null
  },
  edges: CatalogueEdges = {},
): CatalogueDeps {
  const { db, clock, log, config, changes } = deps
  const images = createImages({
    folder: join(config.dataDir, 'images'),
    isOn: config.images === 'auto',
    probe: PROBE,
    log,
    clock,
    onChange: () => announce(db, [tag.games]),
    ...(deps.storage && { shared: createSharedPictures(deps.storage) }),
    ...(deps.failures && { onDiskError: deps.failures.note }),
  })
  const sleep = edges.sleep ?? realSleep
  const opened = openSources({ config, db, clock, log, ...(edges.upstream && { options: edges.upstream }) })
  const sources = edges.sources ?? opened.live
  const deadlines = createSourceDeadlines(sleep)
  const live = createLiveAnswers({ db, clock, log, deadlines })
  const lookUp: LookUpDeps = { db, clock, log, sleep, sources, live, deadlines }
  const catalogue: CatalogueDeps = {
    ...lookUp,
    productName: config.productName,
    changes,
    hasSteamList: config.starter === 'full',
    images,
    isSigned: (url, signature) => isSignedImage(config.secret, url, signature),
    signIcon: (url) => (config.images === 'off' ? null : signedImageAddress(config.secret, url, ICON_WIDTH)),
    opened,
    resultCache: createCatalogueCache(changes),
    cards: cacheCards(db, changes),
    words: cacheKnownWords(db),
    facetCounts: cacheFacetCounts(db),
    storedCounts: cacheStoredCounts({ db, changes, clock }),
    ends: createListEnds(clock),
    views: createViewCounter({ db, clock, log }),
    refresher: createRefresher(lookUp),
    related: createRelatedFetcher(lookUp),
    bulk: createBulk(lookUp),
  }
  edges.onOpen?.(catalogue)
  return catalogue
}
