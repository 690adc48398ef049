import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** React's own files, each of which only chooses between one for production and one for development. */
const entryFile = /node_modules\/(?:react|react-dom|scheduler)\/(?:index|client|jsx-runtime)\.js$/

const production = /\.\/cjs\/[\w-]+\.production\.js/

/** The statement with which one of those files asks for others. */
const requires = /^var \w+ = require\("[^"]+"\)(?:,\s*\w+ = require\("[^"]+"\))*;$/m

/**
 * One of React's CommonJS files as a module, so that what nobody uses of it is left out: two KiB of every page.
 * @throws Error where a file is not written as this one expects
 */
export const toModule = (text: string): string => {
  const imports = [...(requires.exec(text)?.[0] ?? '').matchAll(/(\w+) = require\("([^"]+)"\)/g)]
  const names = [...new Set([...text.matchAll(/\bexports\.(\w+)/g)].map(([, name = '']) => name))]
  const isAssignedOnce = (name: string) => [...text.matchAll(new RegExp(`exports\\.${name} =`, 'g'))].length === 1
  const code = text
    .replace(requires, '')
    .replace(/^exports\.(\w+) =/gm, (whole, name) => (isAssignedOnce(name) ? `const $${name} =` : whole))
    .replace(/\bexports\.(\w+)/g, '$$$1')
  if (names.length === 0 || /\brequire\(|\bmodule\.|\bexports\b/.test(code))
    throw new Error(
      'React is written in another way than build/react-modules.ts knows. Take it out of the plugins of build/site.ts: pages weigh 3 KiB more then.',
    )
  return [
    ...imports.map(([, name, from]) => `import * as ${name} from '${from}'`),
    ...names.filter((name) => !isAssignedOnce(name)).map((name) => `let $${name}`),
    code,
    `export { ${names.map((name) => `$${name} as ${name}`).join(', ')} }`,
  ].join('\n')
}

/** Builds React for production from modules. */
export const reactModules: Plugin = {
  name: 'react-modules',
  enforce: 'pre',
  apply: 'build',
  async load(id) {
    const [file] = (entryFile.test(id) && production.exec(await readFile(id, 'utf8'))) || []
    return file && toModule(await readFile(join(dirname(id), file), 'utf8'))
  },
  /** A module has no default export: a library that asks for one gets all. */
  transform: (code, id) =>
    id.includes('node_modules/')
      ? code.replace('import React, {', "import * as React from 'react'; import {")
      : undefined,
}
