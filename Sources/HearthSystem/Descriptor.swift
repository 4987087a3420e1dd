/// `close` of the system, which methods of that name hide. Ignores a negative number.
package func closeDescriptor(_ descriptor: Int32) {
    if descriptor >= 0 {
        _ = close(descriptor)
    }
}
