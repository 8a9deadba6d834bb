import { defineFeature } from '#server/feature.ts'
import * as spoilersSchemas from '../spoilers.schemas.ts'

export const spoilersFeature = defineFeature({ name: 'spoilers', contracts: [spoilersSchemas] })
