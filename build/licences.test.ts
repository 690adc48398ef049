import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { root, viteConfig } from '../scripts/vite.mjs'
import { makeFolder } from '../tests/support/make-folder'
import { recordCopiedFile, recordLicences, writeLicences } from './licences'

test('lists the licences of bundled and copied packages only (20.24)', async () => {
  const folder = await makeFolder()
  const entry = join(folder, 'entry.ts')
  const bundled = join(root, 'node_modules/idb-keyval/dist/index.js')
  await writeFile(entry, `import { get } from '${bundled}'\nexport const read = get`)
  await build({
    ...viteConfig(),
    plugins: [recordLicences],
    build: { outDir: join(folder, 'out'), emptyOutDir: true, lib: { entry, formats: ['es'] } },
  })
  recordCopiedFile('tesseract.js/dist/worker.min.js')
  const text = await writeLicences()
  const packages = text.match(/^\S+ \d+\.\d+\.\d+ \(.+\)$/gm)
  expect(packages).toEqual([
    expect.stringMatching(/^idb-keyval .* \(Apache-2\.0\)$/),
    expect.stringMatching(/^tesseract\.js .* \(Apache-2\.0\)$/),
  ])
  expect(text).toContain('Apache License')
  expect(text).toContain('The buffer module from node.js')
})
