import { defineFeature } from '#server/feature.ts'

/** It has no endpoints: imports, syncs and the join of own games call its services. */
export const importedGamesFeature = defineFeature({ name: 'imported-games' })
