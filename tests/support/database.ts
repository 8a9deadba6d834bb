import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the template database, which is migrated and empty. */
    templateUrl: string
  }
}

const TEMPLATE = 'template_savepoint'

/** Creates a separate database for one test file, cloned from the migrated template. */
export async function cloneDatabase(): Promise<{ connectionString: string; drop: () => Promise<void> }> {
  const templateUrl = inject('templateUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copies the files instead of writing each page to the log too.
  await administer(templateUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const url = new URL(templateUrl)
  url.pathname = `/${name}`
  return {
    connectionString: url.href,
    drop: () => administer(templateUrl, `drop database if exists ${name} with (force)`),
  }
}

/** Creates a database without tables. */
export async function createEmptyDatabase(): Promise<{ connectionString: string; drop: () => Promise<void> }> {
  const templateUrl = inject('templateUrl')
  const name = `empty_${randomBytes(6).toString('hex')}`
  await administer(templateUrl, `create database ${name}`)
  const url = new URL(templateUrl)
  url.pathname = `/${name}`
  return {
    connectionString: url.href,
    drop: () => administer(templateUrl, `drop database if exists ${name} with (force)`),
  }
}

/**
 * Creates a database without tables that belongs to an ordinary role, as a provider does. The address has the rights of this
 * role: the tests' server lets only its superuser log in, who becomes the role.
 */
export async function createOwnedDatabase(): Promise<{ connectionString: string; drop: () => Promise<void> }> {
  const { connectionString, drop } = await createEmptyDatabase()
  const url = new URL(connectionString)
  const name = url.pathname.slice(1)
  await administer(connectionString, `create role ${name}_owner nologin; alter database ${name} owner to ${name}_owner`)
  url.searchParams.set('options', `-c role=${name}_owner`)
  return {
    connectionString: url.href,
    async drop() {
      await drop()
      await administer(connectionString, `drop role ${name}_owner`)
    },
  }
}

async function administer(templateUrl: string, statement: string): Promise<void> {
  const url = new URL(templateUrl)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
