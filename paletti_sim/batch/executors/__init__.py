"""Who does the work: processes here, or the workers of a cluster, behind the interface of `concurrent.futures`."""
