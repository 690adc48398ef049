import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

interface LockedPackage {
  version?: string
  resolved?: string
  optionalDependencies?: Record<string, string>
}
const text = readFileSync(resolve(import.meta.dirname, '../package-lock.json'), 'utf8')
const lockfile: { packages: Record<string, LockedPackage> } = JSON.parse(text)
const packages = Object.entries(lockfile.packages)

test('the lockfile lists the packages of every platform', () => {
  const named = new Set(packages.map(([path]) => path.split('node_modules/').at(-1)))
  const missing = packages.flatMap(([, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !named.has(name)),
  )
  expect(missing).toEqual([])
})

test('the lockfile contains no registry addresses', () => {
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})
