/** The network address that sent a task, and the account that the task is about. */
export type Sender = { address: string; account: string };

export type FairQueue = {
  /**
   * Runs the task in turn. Addresses take turns, and within an address its accounts do. A flood from one
   * address delays another address by at most one task.
   * @throws the error of `createFullError` if the queue is full and the sender has the most waiting tasks,
   * even if the task is already waiting
   */
  add<Result>(sender: Sender, task: () => Promise<Result>): Promise<Result>;
  running(): number;
  waiting(): number;
};

type Task = { run(): Promise<void>; reject(error: Error): void };
/** The waiting tasks of one address, keyed by account, in round robin order. */
type Lane = { count: number; accounts: Map<string, Task[]> };

export function createFairQueue(options: {
  concurrency: number;
  maxWaiting: number;
  createFullError: () => Error;
}): FairQueue {
  const { concurrency, maxWaiting, createFullError } = options;
  const lanes = new Map<string, Lane>();
  let running = 0;
  let waiting = 0;

  function enqueue({ address, account }: Sender, task: Task): void {
    const lane = lanes.get(address) ?? { count: 0, accounts: new Map<string, Task[]>() };
    lanes.set(address, lane);
    const tasks = lane.accounts.get(account) ?? [];
    lane.accounts.set(account, tasks);
    tasks.push(task);
    lane.count += 1;
    waiting += 1;
  }

  function remove(address: string, account: string, end: 'first' | 'last'): Task | undefined {
    const lane = lanes.get(address);
    const tasks = lane?.accounts.get(account);
    const task = end === 'first' ? tasks?.shift() : tasks?.pop();
    if (!lane || !tasks || !task) return undefined;
    lane.count -= 1;
    waiting -= 1;
    if (tasks.length === 0) lane.accounts.delete(account);
    if (lane.count === 0) lanes.delete(address);
    return task;
  }

  /**
   * Removes and returns the first task, if any, of the first account of the first address. Moves the account
   * and the address to the end.
   */
  function takeNext(): Task | undefined {
    const [address, lane] = firstOf(lanes) ?? [];
    const [account, tasks] = (lane && firstOf(lane.accounts)) ?? [];
    if (address === undefined || account === undefined || !lane || !tasks) return undefined;
    const task = remove(address, account, 'first');
    if (tasks.length > 0) moveToEnd(lane.accounts, account);
    if (lane.count > 0) moveToEnd(lanes, address);
    return task;
  }

  /**
   * Drops the newest task of the sender with the most tasks. Returns undefined if the newcomer would have as
   * many.
   */
  function dropTask(newcomer: Sender): Task | undefined {
    const own = lanes.get(newcomer.address);
    const [address, largestLane] = largestOf(lanes, (lane) => lane.count);
    if (largestLane > (own?.count ?? 0) + 1) return removeFrom(address);
    const [, largestAccount] = largestOf(own?.accounts ?? new Map<string, Task[]>(), (tasks) => tasks.length);
    const ownTasks = own?.accounts.get(newcomer.account)?.length ?? 0;
    return largestAccount > ownTasks + 1 ? removeFrom(newcomer.address) : undefined;
  }

  function removeFrom(address: string): Task | undefined {
    const [account] = largestOf(lanes.get(address)?.accounts ?? new Map<string, Task[]>(), (t) => t.length);
    return remove(address, account, 'last');
  }

  function runNext(): void {
    while (running < concurrency) {
      const task = takeNext();
      if (!task) return;
      running += 1;
      void task.run().finally(() => {
        running -= 1;
        runNext();
      });
    }
  }

  return {
    add<Result>(sender: Sender, work: () => Promise<Result>): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      if (waiting >= maxWaiting) {
        const dropped = dropTask(sender);
        if (!dropped) return Promise.reject(createFullError());
        dropped.reject(createFullError());
      }
      enqueue(sender, { run: () => work().then(resolve, reject), reject });
      runNext();
      return promise;
    },
    running: () => running,
    waiting: () => waiting,
  };
}

const firstOf = <Value>(map: Map<string, Value>): [string, Value] | undefined => map.entries().next().value;

function moveToEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key) as Value;
  map.delete(key);
  map.set(key, value);
}

/** Returns the key and the size of the largest value. */
function largestOf<Value>(map: Map<string, Value>, sizeOf: (value: Value) => number): [string, number] {
  let found: [string, number] = ['', 0];
  for (const [key, value] of map) if (sizeOf(value) > found[1]) found = [key, sizeOf(value)];
  return found;
}
