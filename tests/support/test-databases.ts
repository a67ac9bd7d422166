import { randomBytes } from 'node:crypto'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { askOnce } from './ask-once.ts'
import { makeDatabaseFolder } from './make-database-folder.ts'

/** Databases of one test file on the Postgres server of the run. */
export type TestDatabases = {
  /** A copy of the migrated database. */
  create(): Promise<string>
  createEmpty(): Promise<string>
  drop(databaseUrl: string): Promise<void>
  /** Drops the remaining databases. */
  close(): Promise<void>
}

/** Puts a migrated SQLite database into this folder. */
export async function createSqliteDatabase(directory: string, name = 'clasp.db'): Promise<string> {
  const path = join(directory, name)
  await copyFile(await askOnce('sqlite'), path)
  return `file:${path}`
}

/** A migrated SQLite database, until the test ends. */
export async function createTestDatabase(): Promise<string> {
  const folder = await makeDatabaseFolder('clasp-test-')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return createSqliteDatabase(folder)
}

export async function openTestDatabases(): Promise<TestDatabases> {
  const template = new URL(await askOnce('postgres'))
  const admin = new pg.Client(getUrl(template, 'postgres'))
  await admin.connect()
  const names = new Set<string>()

  async function create(from: string): Promise<string> {
    const name = randomName()
    await admin.query(`create database ${name} template ${from} strategy file_copy`)
    names.add(name)
    return getUrl(template, name)
  }

  async function drop(name: string): Promise<void> {
    names.delete(name)
    await admin.query(`drop database if exists ${name} with (force)`)
  }

  return {
    create: () => create(nameIn(template)),
    createEmpty: () => create('template0'),
    drop: (databaseUrl) => drop(nameIn(new URL(databaseUrl))),
    async close() {
      for (const name of names) await drop(name)
      await admin.end()
    },
  }
}

function randomName(): string {
  return `clasp_${randomBytes(6).toString('hex')}`
}

function nameIn({ pathname }: URL): string {
  return pathname.slice(1)
}

function getUrl(server: URL, name: string): string {
  const url = new URL(server)
  url.pathname = name
  return url.href
}
