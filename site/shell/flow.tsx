import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'

interface Flow {
  isInFlow: boolean
  setIsInFlow: (isInFlow: boolean) => void
}

const FlowContext = createContext<Flow>({ isInFlow: false, setIsInFlow: () => undefined })

export const FlowProvider = ({ children }: { children: ReactNode }) => {
  const [isInFlow, setIsInFlow] = useState(false)
  const flow = useMemo(() => ({ isInFlow, setIsInFlow }), [isInFlow])
  return <FlowContext value={flow}>{children}</FlowContext>
}

/** Whether an in-app flow has the screen to itself. */
export const useFlow = () => use(FlowContext)

/** Hides the bottom navigation and the chatbot for as long as the calling component shows (behaviour 9.4). */
export const useOwnScreen = () => {
  const { setIsInFlow } = useFlow()
  useEffect(() => {
    setIsInFlow(true)
    return () => setIsInFlow(false)
  }, [setIsInFlow])
}
