// Runs a TypeScript command of this project: node scripts/run.mjs scripts/NAME.ts [arguments].
// Vite already reads TypeScript for the build, so no second tool is needed for the commands.
import { resolve } from 'node:path'
import { createServer, isRunnableDevEnvironment } from 'vite'
import { viteConfig } from './vite.mjs'

const [file = '', ...rest] = process.argv.slice(2)
const server = await createServer({
  ...viteConfig(),
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
})
try {
  const environment = server.environments.ssr
  if (!isRunnableDevEnvironment(environment)) throw new Error('Vite cannot run TypeScript here')
  const module = await environment.runner.import(resolve(import.meta.dirname, '..', file))
  await module.main?.(rest)
} catch (error) {
  // What the operator can mend is a sentence (server/system/operator-error.ts); anything else shows where it came from.
  const isForOperator = error instanceof Error && ['OperatorError', 'ConfigError'].includes(error.name)
  console.error(isForOperator ? error.message : error)
  process.exitCode = 1
} finally {
  await server.close()
}
