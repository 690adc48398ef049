/** Enters a registration or a pass for somebody who stands at the desk. */
export const WalkIn = () => <h1 className="p-6 text-2xl">Walk-in</h1>
