/// `close` of the system, which methods of that name hide. Does nothing with a negative number, which is no descriptor.
package func closeDescriptor(_ descriptor: Int32) {
    if descriptor >= 0 {
        _ = close(descriptor)
    }
}
