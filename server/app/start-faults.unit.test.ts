import { chmod, cp, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { asNobody, chownToNobody, returnToRoot } from '../../tests/support/as-nobody'
import { findFreePort } from '../../tests/support/free-port'
import { makeFolder } from '../../tests/support/make-folder'
import { buildTestSite } from '../../tests/support/test-site'
import { readConfig } from '../config/config'
import { explainSqliteFault } from '../db/explain-store-fault'
import { openSqlite } from '../db/sqlite-driver'
import { explainFault } from '../system/operator-error'
import { type RunningServer, startServer } from './start'

let folder: string
let dataDir: string
let running: RunningServer | undefined
const listening: Server[] = []
beforeEach(async () => {
  folder = await makeFolder()
  // Other users may read the folder, so that only the permissions under test matter.
  await chmod(folder, 0o755)
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  await running?.stop()
  running = undefined
  for (const server of listening.splice(0)) {
    await new Promise((resolve) => server.close(resolve))
  }
})

const start = async (env: Record<string, string> = {}) => {
  const port = String(await findFreePort())
  const settings = {
    DATA_DIR: dataDir,
    SITE_DIR: join(folder, 'no-site'),
    LOG_LEVEL: 'silent',
    PORT: port,
    ...env,
  }
  running = await startServer(readConfig(settings))
}

const readStartError = async (env?: Record<string, string>): Promise<string> => {
  const error = await start(env).then(
    () => expect.unreachable('the server started'),
    (reason: unknown) => reason,
  )
  return explainFault(error) ?? `a stack: ${error}`
}

const createLockedDatabase = async () => {
  await start()
  await running?.stop()
  running = undefined
  const path = join(dataDir, 'cerebra.sqlite')
  const database = openSqlite(path)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return { path, database }
}

const attempt = (act: () => void): unknown => {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}

const listen = async (answer: (socket: Socket) => void = () => {}): Promise<number> => {
  const server = createServer(answer)
  listening.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

test.each(['PORT', 'METRICS_PORT'])(
  'reports a %s that another program uses, and suggests another port',
  async (name) => {
    const port = await listen()
    expect(await readStartError({ [name]: String(port) })).toBe(
      `Port ${port} of 127.0.0.1 cannot be used: another program already uses it. Stop that program, or choose another ${name}.`,
    )
  },
)

test('exits with code 1 and one sentence instead of a stack trace if the port is in use', async () => {
  const port = await listen()
  const mask = process.umask()
  onTestFinished(() => {
    process.umask(mask)
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })
  const env = { DATA_DIR: dataDir, SITE_DIR: folder, LOG_LEVEL: 'silent', PORT: String(port) }
  for (const [name, value] of Object.entries(env)) {
    vi.stubEnv(name, value)
  }
  const message = vi.spyOn(console, 'error').mockReturnValue()
  const end = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  await import('./main')
  await expect.poll(() => end.mock.calls).toEqual([[1]])
  expect(message.mock.calls).toEqual([
    [expect.stringMatching(/^Port \d+ of 127\.0\.0\.1 cannot be used: .* choose another PORT\.$/)],
  ])
})

test('reports a host that this machine does not have', async () => {
  expect(await readStartError({ HOST: '198.51.100.7' })).toMatch(
    /^Port \d+ of 198\.51\.100\.7 cannot be used: .* Fix HOST\.$/,
  )
})

test('names METRICS_HOST if this machine does not have that address (20.8)', async () => {
  const env = { METRICS_HOST: '198.51.100.7', METRICS_PORT: String(await findFreePort()) }
  expect(await readStartError(env)).toMatch(
    /^Port \d+ of 198\.51\.100\.7 cannot be used: .* Fix METRICS_HOST\.$/,
  )
})

test('reports a data folder that this user may not create', async () => {
  await chmod(folder, 0o555)
  expect(await asNobody(() => readStartError())).toBe(
    `${dataDir}: this user has no access; make the server’s user its owner (chown), or choose another place (EACCES).`,
  )
})

test('reports a data folder that cannot be created', async () => {
  expect(await readStartError({ DATA_DIR: '/proc/cerebra/data' })).toMatch(
    /^\/proc\/cerebra: it does not exist and cannot be created/,
  )
})

test('reports that the database is a folder, and explains DATABASE_URL', async () => {
  expect(await readStartError({ DATABASE_URL: '.' })).toBe(
    `${dataDir} is a folder. DATABASE_URL must name a file, such as cerebra.sqlite in DATA_DIR.`,
  )
})

test('reports a bucket that does not respond during the first start', async () => {
  const port = await findFreePort()
  const bucket = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'proofs',
    S3_FORCE_PATH_STYLE: 'yes',
  }
  expect(
    await readStartError({ ...bucket, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hush' }),
  ).toBe(
    `The store at http://127.0.0.1:${port}, bucket proofs, does not respond (ECONNREFUSED). Check that it is running and that S3_ENDPOINT and S3_REGION are correct.`,
  )
})

test('reports a data folder that is a file', async () => {
  await writeFile(dataDir, '')
  expect(await readStartError()).toContain(`${dataDir}: this is a file, but a folder is needed`)
})

test.each(['cerebra.sqlite', 'cerebra.sqlite-wal'])(
  'reports a %s that cannot be written',
  async (name) => {
    await start()
    await running?.stop()
    running = undefined
    await writeFile(join(dataDir, name), '', { flag: 'a' })
    await chownToNobody(dataDir, ...(await readdir(dataDir)).map((entry) => join(dataDir, entry)))
    await chmod(join(dataDir, name), 0o400)
    await returnToRoot(join(dataDir, name))
    expect(await asNobody(() => readStartError())).toContain(
      'cerebra.sqlite for writing. Make the server’s user the owner of the file',
    )
  },
)

test('reports a file that is not a database, and leaves it unchanged', async () => {
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'cerebra.sqlite'), 'Minutes of the meeting.\n'.repeat(500))
  expect(await readStartError()).toMatch(
    /cerebra\.sqlite is not an SQLite database\. If DATA_DIR and DATABASE_URL are right, /,
  )
  expect(await readdir(dataDir)).toEqual(['cerebra.sqlite'])
})

test('reports a damaged database, and explains how to restore a backup', async () => {
  const { path, database } = await createLockedDatabase()
  database.close()
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  await file.write(Buffer.alloc(size - 100, 0xa5), 0, size - 100, 100)
  await file.close()
  expect(await readStartError()).toMatch(
    /cerebra\.sqlite is damaged\. Move it away .* backup \(docs\/operations\.md, “Restoring”\)\.$/,
  )
})

test('reports a full disk, names the database and suggests a solution', () => {
  const database = openSqlite(':memory:')
  database.exec('PRAGMA max_page_count = 1')
  const fill = () => database.exec('CREATE TABLE registration (id TEXT)')
  const full = attempt(fill)
  expect(explainSqliteFault(full, 'x.sqlite')).toBe(
    'The disk of the database x.sqlite is full. Make room (df -h), then start again.',
  )
  const noRoom = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', path: 'data/files' })
  expect(explainFault(noRoom)).toBe('data/files: the disk is full; make room (df -h) (ENOSPC).')
})

test('reports a database with intact header and damaged tables', async () => {
  const { path, database } = await createLockedDatabase()
  const [page] = database
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'heartbeat'")
    .all()
  const [size] = database.prepare('PRAGMA page_size').all()
  database.close()
  const file = await open(path, 'r+')
  await file.write(
    Buffer.alloc(size.page_size, 0xa5),
    0,
    size.page_size,
    (page.rootpage - 1) * size.page_size,
  )
  await file.close()
  expect(await readStartError()).toMatch(/cerebra\.sqlite is damaged\. /)
})

test('reports an unreachable PostgreSQL with its address but without the password', async () => {
  const port = await findFreePort()
  const message = await readStartError({
    DATABASE_URL: `postgres://festival:hush@127.0.0.1:${port}/cerebra`,
  })
  expect(message).toBe(
    `PostgreSQL at 127.0.0.1:${port} does not respond (ECONNREFUSED). Check that it is running and that DATABASE_URL is correct.`,
  )
})

const listenAsPostgres = (code: string) =>
  listen((socket) => {
    const fields = Buffer.from(`SFATAL\0C${code}\0Mno\0\0`)
    const length = Buffer.alloc(4)
    length.writeInt32BE(fields.length + 4)
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields])))
    socket.on('error', () => {})
  })

test.each([
  ['28P01', 'refuses the user "festival" or its password. Fix DATABASE_URL'],
  ['3D000', 'has no database "cerebra". Create it (createdb), or fix DATABASE_URL.'],
  ['57P03', 'does not respond (57P03).'],
])('explains the PostgreSQL error %s without showing the password', async (code, words) => {
  const port = await listenAsPostgres(code)
  const message = await readStartError({
    DATABASE_URL: `postgres://festival:hush@127.0.0.1:${port}/cerebra`,
  })
  expect(message).toContain(`PostgreSQL at 127.0.0.1:${port} ${words}`)
  expect(message).not.toContain('hush')
})

test('reports a built site that is incomplete or from another version', async () => {
  const site = await buildTestSite()
  const copy = join(folder, 'site')
  await cp(site.folder, copy, { recursive: true })
  await site.remove()
  await rm(join(copy, '404.html'))
  expect(await readStartError({ SITE_DIR: copy })).toBe(
    `The built site has no 404.html (in ${copy}). Build the site again (npm run build), or fix SITE_DIR.`,
  )
  await writeFile(join(copy, 'pages.json'), '{"pages":')
  expect(await readStartError({ SITE_DIR: copy })).toBe(
    `${join(copy, 'pages.json')} was written by the build of a different version. Build the site again (npm run build), or fix SITE_DIR.`,
  )
})
