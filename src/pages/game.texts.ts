import { DATA_SAFE } from '#shared/sentences.ts'

export const PART_BROKEN = `This part of the page could not be shown. ${DATA_SAFE}`

export const SOURCES = 'Game data and pictures from'
